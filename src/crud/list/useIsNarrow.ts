import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether the screen is below 768 px, the theme's `md`: rows become cards, dialogs fill the screen. Right from the first render. */
export const useIsNarrow = (): boolean => useMediaQuery<Theme>(theme => theme.breakpoints.down('md'), { noSsr: true })
