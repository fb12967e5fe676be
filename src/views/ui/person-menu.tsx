import { Avatar } from './avatar.tsx';
import { Menu, type MenuEntry } from './menu.tsx';

export interface Person {
  name: string;
  email: string;
  avatarUrl?: string | null;
}

export function PersonMenu({ person, items }: { person: Person; items: readonly MenuEntry[] }) {
  return (
    <Menu
      label={`Signed in as ${person.name}`}
      items={items}
      className="btn btn-ghost btn-icon rounded-full"
      heading={
        <>
          <p className="truncate font-medium">{person.name}</p>
          <p className="truncate text-xs text-gray-500">{person.email}</p>
        </>
      }
    >
      <Avatar name={person.name} url={person.avatarUrl} className="size-7" />
    </Menu>
  );
}
