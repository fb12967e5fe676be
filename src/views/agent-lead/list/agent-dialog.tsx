import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import type { Search } from '#src/views/ui/use-search-results.ts';

interface AgentDialogProps {
  search: Search<ComboboxOption>;
  onChoose: (agent: ComboboxOption) => void;
  onClose: () => void;
}

/** Finds an agent by name where a menu would be too long. */
export default function AgentDialog({ search, onChoose, onClose }: AgentDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Show leads of" size="sm">
      <Field label="Agent">
        <Combobox value={null} search={search} placeholder="Name" onChange={(agent) => agent && onChoose(agent)} />
      </Field>
    </Dialog>
  );
}
