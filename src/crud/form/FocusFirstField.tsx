const controls = ['input:not([type=hidden], [aria-hidden=true])', 'textarea', '[role=combobox]']
const firstControl = controls.map(control => `[data-field] ${control}`).join()

const focusFirst = (place: HTMLElement | null) =>
  place?.closest('form')?.querySelector<HTMLElement>(firstControl)?.focus()

export const FocusFirstField = () => <span ref={focusFirst} hidden />
