import { Button } from '@portal/ui';
import type { States } from './state.tsx';

export const states = {
  button: { Page: () => <Button>Save</Button> },
} satisfies States;
