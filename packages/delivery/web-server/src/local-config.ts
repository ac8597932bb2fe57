import { SAMPLE_FEATURES } from '@portal/contract/sample-features';

/** The configuration of `npm start`, for the development backend on this machine. */
export function localConfig(backendPort: number, portalPort: number): unknown {
  const backend = `http://localhost:${String(backendPort)}`;
  return {
    apiBaseUrl: `${backend}/api/`,
    identityLogoutUrl: `${backend}/identity/session/end`,
    cookieDomain: null,
    publicOrigin: `http://localhost:${String(portalPort)}`,
    features: SAMPLE_FEATURES,
    // The backend's answer to "service-description/url" has this origin.
    documentOrigins: [backend],
    links: {
      identityManagement: 'https://identity.example.com/',
      dataAct: 'https://www.example.com/data-act',
      kitRepository: 'https://code.example.com/kit',
      kitIntroduction: 'https://www.example.com/kit',
      kitForum: 'https://forum.example.com/kit',
      app: 'https://app.example.com/open',
      contact: 'mailto:help@example.com',
    },
  };
}
