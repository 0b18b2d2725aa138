import type { CellProps } from '../kinds'

const withoutScheme = (url: string): string => url.replace(/^https:\/\//i, '').replace(/\/$/, '')

/** Only https becomes a link: an address from elsewhere could be a script. */
export const UrlCell = ({ value, isInLink }: CellProps<'url'>) =>
  isInLink || !/^https:/i.test(value) ? (
    withoutScheme(value)
  ) : (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {withoutScheme(value)}
    </a>
  )
