/** Keeps options in the page's landmarks; dialogs do not clip them. */
export const inPlace = { disablePortal: true, slotProps: { popper: { popperOptions: { strategy: 'fixed' as const } } } }
