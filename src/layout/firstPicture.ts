/** What the page was served with (firstPictures.tsx), for as long as it has nothing better to show. */
export const firstPicture = { html: document.getElementById('root')?.innerHTML ?? '', pathname: location.pathname }
