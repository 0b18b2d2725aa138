/** The shell that the page was served with (src/prerender.tsx), and its address; shown until the application is there. */
export const prerenderedShell = { html: document.getElementById('root')?.innerHTML ?? '', pathname: location.pathname }
