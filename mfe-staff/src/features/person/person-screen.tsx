import { useLocation } from '@portal/ui';
import { serialInState } from '../../navigation-state/navigation-state.ts';
import { AccountInfo } from './account-info.tsx';
import type { PersonActionProps } from './person-action.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonHistory } from './person-history.tsx';
import { PersonHubs } from './person-hubs.tsx';
import './person.css';

interface PersonScreenProps extends PersonActionProps {
  readonly rereading: boolean;
}

/** Everything of a person on one screen; the hubs, which most callers are about, come first for the keyboard. */
export function PersonScreen({ person, readAgain, show, rereading }: PersonScreenProps) {
  const wanted = serialInState(useLocation().state);
  const action = { person, readAgain, show };
  return (
    <div className="person">
      <div>
        <PersonHubs {...action} wanted={wanted} />
        <PersonHistory {...action} />
      </div>
      <div>
        <PersonActions {...action} rereading={rereading} />
        <AccountInfo person={person} />
      </div>
    </div>
  );
}
