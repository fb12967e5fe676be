import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { RIGHTS } from './right-names.ts';

interface RightBoxesProps {
  value: readonly string[];
  onChange: (rights: string[]) => void;
}

/** What an agent may do besides working on leads. */
export function RightBoxes({ value, onChange }: RightBoxesProps) {
  return (
    <fieldset className="space-y-2.5">
      <legend className="mb-1.5 font-medium">Rights</legend>
      {AGENT_RIGHTS.map((right) => (
        <Checkbox
          key={right}
          label={RIGHTS[right].name}
          help={RIGHTS[right].help}
          checked={value.includes(right)}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            onChange(AGENT_RIGHTS.filter((one) => (one === right ? checked : value.includes(one))));
          }}
        />
      ))}
    </fieldset>
  );
}
