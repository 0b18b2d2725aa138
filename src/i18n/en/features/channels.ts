export const channels = {
  'channels.open': 'Open the page',
  'channels.preview': 'How the page begins',
  'channels.unsaved': 'Save to publish the page; its address and a preview are here then.',
  'channels.embed': 'To show it in your website',
  'channels.embed.inline': 'In the page',
  'channels.embed.popup': 'At a click',
  'channels.embed.floating': 'Button in the corner',
  'channels.embedLabel': 'Book now',
  'channels.copy': 'Copy',
  'channels.copied': 'Copied',
  'channels.marked': 'The code is marked; copy it with your keyboard',
} as const
