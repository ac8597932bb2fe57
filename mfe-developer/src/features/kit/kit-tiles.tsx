import { useTranslation } from '@portal/i18n';
import type { IconName, OutwardLinks } from '@portal/ui';
import { Icon, useOutwardLinks } from '@portal/ui';

const TILES = [
  { name: 'repository', link: 'kitRepository', icon: 'code' },
  { name: 'introduction', link: 'kitIntroduction', icon: 'book' },
  { name: 'forum', link: 'kitForum', icon: 'forum' },
] as const satisfies readonly { name: string; link: keyof OutwardLinks; icon: IconName }[];

/** Links to what remains of the kit (specification, section 2), if their addresses are configured. */
export function KitTiles() {
  const { t } = useTranslation('mfe-developer');
  const links = useOutwardLinks();
  const tiles = TILES.flatMap((tile) => {
    const href = links[tile.link];
    return href === undefined ? [] : [{ ...tile, href }];
  });
  return (
    <div className="tiles">
      {tiles.map(({ name, href, icon }) => (
        <a key={name} className="tile" href={href} rel="noreferrer">
          <Icon name={icon} />
          <div>
            <h2>{t(`kit.${name}.title`)}</h2>
            <p>{t(`kit.${name}.text`)}</p>
          </div>
          <span className="tile__go">
            {t(`kit.${name}.go`)}
            <Icon name="out" small />
          </span>
        </a>
      ))}
    </div>
  );
}
