import { useEffect, useRef } from 'react';

/** A picture that is not sent yet, shown from the local file. */
export function LocalPicture({ file, className }: { file: File; className: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(file);
    image.current!.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return <img ref={image} alt={file.name} className={className} />;
}
