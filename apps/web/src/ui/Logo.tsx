export function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden role="presentation">
      <rect width="32" height="32" rx="6" fill="#17434F" />
      <path d="M8 18h4v7H8z" fill="#4E9DAE" />
      <path d="M14 12h4v13h-4z" fill="#7DBCC9" />
      <path d="M20 6h4v19h-4z" fill="#fff" />
    </svg>
  );
}
