import { formatDate, useTranslation } from '@portal/i18n';
import { PageHead } from '@portal/ui';
import { usePortal } from '../portal.ts';

/** Version and build date of the portal, and below of every live part (specification, section 2). */
export function Page() {
  const { page } = usePortal();
  const { t } = useTranslation('shell');
  const { shell, remotes, number } = page.release;
  const nameOf = (name: string) => t(`build.names.${name}`, { defaultValue: t('build.names.other') });
  return (
    <>
      <PageHead title={t('build.heading')} />
      <div className="page page-body stack">
        <dl className="card numerals">
          <dt className="soft">{t('build.version')}</dt>
          <dd>{shell.version}</dd>
          <dt className="soft">{t('build.date')}</dt>
          <dd>{formatDate(new Date(shell.builtAt))}</dd>
        </dl>
        <h2>{t('build.parts')}</h2>
        <p className="soft">{t('build.release', { number })}</p>
        <div className="card card--flush table-box">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('build.part')}</th>
                <th scope="col">{t('build.version')}</th>
                <th scope="col">{t('build.date')}</th>
              </tr>
            </thead>
            <tbody className="numerals">
              {Object.entries(remotes).map(([name, { version, builtAt }]) => (
                <tr key={name}>
                  <th scope="row">{nameOf(name)}</th>
                  <td data-label={t('build.version')}>{version}</td>
                  <td data-label={t('build.date')}>{formatDate(new Date(builtAt))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}
