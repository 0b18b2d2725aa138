import { color, definePart, image } from '../declare'

export const branding = definePart({
  name: 'branding',
  label: ['Branding', 'Branding'],
  icon: 'style',
  screens: { base: '/settings/branding' },
  access: { read: 'owner', write: 'owner' },
  fields: {
    logo: image(),
    brandColor: color(),
  },
  form: [{ name: 'looks', title: 'Looks', help: 'Your logo and color.', fields: ['logo', 'brandColor'] }],
})
