/** The served shell (src/application/prerender.tsx), shown until the application has loaded. */
export const prerenderedShell = { html: document.getElementById('root')?.innerHTML ?? '', pathname: location.pathname }
