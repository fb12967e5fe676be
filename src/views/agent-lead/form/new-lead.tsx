export default function NewLead(_: { onClose: () => void }) {
  return null;
}
