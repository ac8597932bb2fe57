import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { mayDo } from '@portal/staff-api/acts';
import { useRef } from 'react';
import { getFirmware } from '../calls/firmware.ts';
import { FirmwareTable } from '../features/firmware/firmware-list.tsx';
import { UploadSection } from '../features/firmware/upload-section.tsx';
import { StaffFrame } from '../features/frame/staff-frame.tsx';
import { Listed } from '../lists/listed.tsx';
import { useList } from '../lists/use-list.ts';

/** `/staff/firmware`: what has been uploaded, and the upload. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const list = useList(getFirmware);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <StaffFrame title={t('firmware.title')} lead={t('firmware.lead')}>
      {mayDo('upload firmware', roles) && <UploadSection onUploaded={list.reload} />}
      <section className="stack">
        <h2 ref={heading} tabIndex={-1}>
          {t('firmware.list')}
        </h2>
        <Listed list={list} heading={heading}>
          {(firmware) => <FirmwareTable firmware={firmware} />}
        </Listed>
      </section>
    </StaffFrame>
  );
}
