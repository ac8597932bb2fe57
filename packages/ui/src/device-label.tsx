import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

export interface DeviceLabelProps {
  readonly icon: IconName;
  readonly children: ReactNode;
}

/** A device's serial number with its drawing in a ring. In a table the rings hang on one line, like stops on a route. */
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
