import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** Below the theme's `md`, 768 px; correct from the first render. */
export const useIsNarrow = (): boolean => useMediaQuery<Theme>(theme => theme.breakpoints.down('md'), { noSsr: true })
