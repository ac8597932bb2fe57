import { Icon } from './icon.tsx';

export interface RoleLabelProps {
  readonly role: 'owner' | 'guest';
  readonly text: string;
}

/** A hub role, always as icon and word. */
export function RoleLabel({ role, text }: RoleLabelProps) {
  return (
    <span className={role === 'guest' ? 'role role--guest' : 'role'}>
      <Icon name={role} />
      {text}
    </span>
  );
}
