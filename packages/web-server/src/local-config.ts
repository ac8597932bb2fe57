/** Configuration for the development backend of this machine: what `npm start` runs with. */
export function localConfig(backendPort: number): unknown {
  const backend = `http://localhost:${String(backendPort)}`;
  return {
    apiBaseUrl: `${backend}/api/`,
    identityLogoutUrl: `${backend}/identity/session/end`,
    cookieDomain: null,
    features: { singleSignOn: true },
    // Where the backend's answer to "service-description/url" leads.
    documentOrigins: [backend],
    links: {
      identityManagement: 'https://identity.example.com/',
      dataAct: 'https://www.example.com/data-act',
      kitRepository: 'https://code.example.com/kit',
      kitIntroduction: 'https://www.example.com/kit',
      kitForum: 'https://forum.example.com/kit',
    },
  };
}
