export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} aria-hidden="true" focusable="false">
    <use href="#logo" />
  </svg>
)
