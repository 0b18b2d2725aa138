import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** Below 768 px, where rows become cards and dialogs fill the screen; the theme's `md` is that width. Known from the first render on. */
export const useIsNarrow = (): boolean => useMediaQuery<Theme>(theme => theme.breakpoints.down('md'), { noSsr: true })
