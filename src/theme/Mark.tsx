/** The product's mark: slots, one of them taken. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <rect width="24" height="24" rx="6" fill="var(--primary)" />
    <g fill="var(--on-primary)">
      <rect x="5" y="5.5" width="14" height="3.4" rx="1.7" opacity=".55" />
      <rect x="5" y="10.3" width="8.5" height="3.4" rx="1.7" />
      <rect x="15.2" y="10.3" width="3.8" height="3.4" rx="1.7" opacity=".55" />
      <rect x="5" y="15.1" width="14" height="3.4" rx="1.7" opacity=".55" />
    </g>
  </svg>
)
