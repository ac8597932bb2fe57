/** The portal's mark: a hub seen from the side. */
export function BrandMark() {
  return (
    <svg className="brand__mark" viewBox="0 0 32 32" aria-hidden="true">
      <g>
        <circle cx="16" cy="16" r="13.5" strokeWidth="2.75" />
        <circle cx="17.25" cy="15" r="8.5" strokeWidth="1.5" />
        <circle className="hub-dot" cx="18.75" cy="13.5" r="3.25" />
      </g>
    </svg>
  );
}
