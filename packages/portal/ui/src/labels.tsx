import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface BadgeProps {
  readonly kind?: 'neutral' | 'good' | 'warn' | 'bad' | 'signal';
  readonly children: ReactNode;
}

export function Badge({ kind = 'neutral', children }: BadgeProps) {
  return <span className={classNames('badge', kind !== 'neutral' && `badge--${kind}`)}>{children}</span>;
}

interface RoleLabelProps {
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

interface DeviceLabelProps {
  readonly icon: IconName;
  readonly children: ReactNode;
}

/** A device's serial number with its icon in a ring. In a table a line connects the rings, like stops on a route. */
export function DeviceLabel({ icon, children }: DeviceLabelProps) {
  return (
    <span className="hub__id">
      <span className="hub__stop">
        <Icon name={icon} />
      </span>
      {children}
    </span>
  );
}
