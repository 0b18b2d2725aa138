import { color, definePart, image } from '../declare'

export const branding = definePart({
  name: 'branding',
  label: ['Branding', 'Branding'],
  icon: 'style',
  screens: { base: '/settings/branding' },
  access: { read: 'owner', write: 'owner' },
  fields: {
    logo: image({ label: 'Logo' }),
    brandColor: color({ label: 'Brand color' }),
  },
  form: [{ name: 'looks', title: 'Looks', help: 'Your logo and color.', fields: ['logo', 'brandColor'] }],
})
