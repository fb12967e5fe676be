import { useEffect, useEffectEvent, useRef, useState } from 'react';
import Pad from 'signature_pad';
import { Button } from './button.tsx';

/** Draws with a finger, a pen, or a mouse. The strokes survive rotating the phone. */
export default function SignaturePad({ onChange }: { onChange: (image: Blob | null) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(null);
  const [empty, setEmpty] = useState(true);

  const tell = useEffectEvent(() => {
    const nothing = pad.current?.isEmpty() ?? true;
    setEmpty(nothing);
    if (nothing) onChange(null);
    else canvas.current?.toBlob((image) => onChange(image), 'image/png');
  });

  useEffect(() => {
    const node = canvas.current;
    if (!node) return;
    const drawn = new Pad(node, { minWidth: 0.8, maxWidth: 2.6, penColor: '#101828' });
    pad.current = drawn;
    const told = () => tell();
    drawn.addEventListener('endStroke', told);
    // A canvas has its own pixels: they must match the screen's, or the line is blurred and offset from the finger.
    const resize = new ResizeObserver(() => {
      const strokes = drawn.toData();
      const ratio = Math.max(devicePixelRatio, 1);
      node.width = node.offsetWidth * ratio;
      node.height = node.offsetHeight * ratio;
      node.getContext('2d')?.scale(ratio, ratio);
      drawn.fromData(strokes);
    });
    resize.observe(node);
    return () => {
      resize.disconnect();
      drawn.removeEventListener('endStroke', told);
      drawn.off();
    };
  }, []);

  function change(strokes: ReturnType<Pad['toData']>) {
    pad.current?.fromData(strokes);
    setEmpty(strokes.length === 0);
    if (strokes.length === 0) onChange(null);
    else canvas.current?.toBlob((image) => onChange(image), 'image/png');
  }

  return (
    <div>
      <div className="relative rounded-lg border border-gray-300 bg-white">
        <canvas
          ref={canvas}
          role="img"
          aria-label={empty ? 'Nothing is drawn yet' : 'Your drawn signature'}
          className="block h-44 w-full touch-none"
        />
        <div aria-hidden className="pointer-events-none absolute inset-x-6 bottom-10 border-b border-gray-300" />
        {empty && (
          <p className="pointer-events-none absolute inset-x-0 bottom-3 text-center text-sm text-gray-500">
            Sign above the line
          </p>
        )}
      </div>
      <div className="mt-2 flex gap-2">
        <Button disabled={empty} onClick={() => change(pad.current?.toData().slice(0, -1) ?? [])}>
          Undo
        </Button>
        <Button disabled={empty} onClick={() => change([])}>
          Clear
        </Button>
      </div>
    </div>
  );
}
