/** The logo of a page's owner. */
export interface Brand {
  name: string;
  logo?: { url: string; width: number; height: number } | null;
}

interface BrandLogoProps {
  logo: NonNullable<Brand['logo']>;
  /** Its alternative text. */
  name: string;
  /** The maximum size, in pixels. */
  box: { width: number; height: number };
}

export function BrandLogo({ logo, name, box }: BrandLogoProps) {
  const scale = Math.min(1, box.width / logo.width, box.height / logo.height);
  return (
    <img
      src={logo.url}
      alt={name}
      width={Math.max(1, Math.round(logo.width * scale))}
      height={Math.max(1, Math.round(logo.height * scale))}
    />
  );
}
