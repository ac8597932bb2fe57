import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { TableSkeleton } from '@portal/ui';
import { useRef } from 'react';
import { getFirmware } from '../calls/firmware.ts';
import { FirmwareTable } from '../features/firmware/firmware-list.tsx';
import { UploadSection } from '../features/firmware/upload-section.tsx';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** `/staff/firmware`: what has been uploaded, and the upload. */
export function Page() {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const read = useRead(getFirmware);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <StaffLayout title={t('firmware.title')} lead={t('firmware.lead')}>
      {can('upload firmware', roles) && <UploadSection onUploaded={read.readAgain} />}
      <section className="stack">
        <h2 ref={heading} tabIndex={-1}>
          {t('firmware.list')}
        </h2>
        <LoadBoundary read={read} skeleton={<TableSkeleton />} heading={heading}>
          {(firmware) => <FirmwareTable firmware={firmware} readAgain={read.readAgain} />}
        </LoadBoundary>
      </section>
    </StaffLayout>
  );
}
