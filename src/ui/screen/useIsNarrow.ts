import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** Whether the window is narrower than 768 px, the theme's `md`; correct from the first render. */
export const useIsNarrow = (): boolean => useMediaQuery<Theme>(theme => theme.breakpoints.down('md'), { noSsr: true })
