import type { Hub } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { notify, Switch } from '@portal/ui';
import type { SharingState } from './sharing-state.ts';
import { useSharing } from './use-sharing.ts';

function stateText(state: SharingState): 'on' | 'off' | 'changing' {
  if (state.status === 'changing' && state.slow) return 'changing';
  return state.sharing === 'public' ? 'on' : 'off';
}

/** An owner's switch: shared or not. It moves when the API has said yes. */
export function SharingSwitch({ hub }: { readonly hub: Hub }) {
  const { t } = useTranslation('mfe-hubs');
  const { state, change } = useSharing(hub, {
    onSuccess: () => notify({ kind: 'success', text: t('saved') }),
    onFailure: () => notify({ kind: 'error', text: t('failure') }),
  });
  const text = stateText(state);
  return (
    <Switch
      label={t('share', { serial: hub.serial })}
      checked={state.sharing === 'public'}
      busy={text === 'changing'}
      stateText={t(`sharingStates.${text}`)}
      onChange={(checked) => void change(checked ? 'public' : 'off')}
    />
  );
}
