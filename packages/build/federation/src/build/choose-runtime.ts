const SETTING = 'FEDERATION_RUNTIME';

/** Which run time the environment chooses for the build: the portal's own, or the federation plugin's original one. */
export function chooseRuntime(): 'own' | 'enhanced' {
  const chosen = process.env[SETTING] || 'own';
  if (chosen === 'own' || chosen === 'enhanced') return chosen;
  throw new Error(`${SETTING} is "${chosen}". Set it to "own" or "enhanced", or leave it out.`);
}
