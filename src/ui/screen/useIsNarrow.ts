import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** Below 768 px, the theme's `md`. Correct from the first render. */
export const useIsNarrow = (): boolean => useMediaQuery<Theme>(theme => theme.breakpoints.down('md'), { noSsr: true })
