import { remoteConfig } from '@portal/federation/build';

export default remoteConfig(import.meta.dirname);
