export interface SpinnerProps {
  readonly large?: boolean;
}

/** The only spinner. It keeps its place free and appears after 300 ms (specification, section 9). */
export function Spinner({ large = false }: SpinnerProps) {
  return <span className={large ? 'wheel wheel--l' : 'wheel'} aria-hidden="true" />;
}
