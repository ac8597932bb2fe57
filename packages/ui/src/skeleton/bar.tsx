import { classNames } from '../class-names.ts';

export interface BarProps {
  readonly look: 'xs' | 's' | 'm' | 'l' | 'xl' | 'wide' | 'round' | 'switch' | 'field' | 'button';
}

/** Stands for something that is still coming. Sizes are classes: the content security policy refuses style attributes. */
export function Bar({ look }: BarProps) {
  return <span className={classNames('skeleton', `skeleton--${look}`)} />;
}

/** Lines of text, each as high as a line of the text around. */
export function BarLines({ looks }: { readonly looks: readonly BarProps['look'][] }) {
  return (
    <span className="skeleton-lines">
      {looks.map((look, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a drawing: they have no other identity and never move
        <Bar key={line} look={look} />
      ))}
    </span>
  );
}
