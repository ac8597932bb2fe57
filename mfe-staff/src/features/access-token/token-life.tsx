import { useTranslation } from '@portal/i18n';

/** Screen readers say how long the token lives when it comes to these minutes, not each minute. */
const SAID = [1, 5, 15, 30, 60];

/** For how many minutes the token is good. */
export function TokenLife({ minutes }: { readonly minutes: number }) {
  const { t } = useTranslation('mfe-staff');
  const said = SAID.find((each) => minutes <= each);
  return (
    <>
      <p>{t('accessToken.life', { count: minutes })}</p>
      <p className="visually-hidden" role="status">
        {said !== undefined && t('accessToken.lifeUpTo', { count: said })}
      </p>
    </>
  );
}
