import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { centered, type Crop, drawCrop, paint, placeOf } from '#src/views/ui/crop.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';

interface CropDialogProps {
  image: ImageBitmap;
  uploadUrl: string;
  onClose: () => void;
  onSaved: () => void;
}

/** In pixels: the stored size, and the size shown while cropping. */
const SIDE = 512;
const SHOWN = 256;

const within = (value: number) => Math.min(1, Math.max(-1, value));

/** Selects the visible part of a picture, with a preview of the circle that others see. */
export default function CropDialog({ image, uploadUrl, onClose, onSaved }: CropDialogProps) {
  const large = useRef<HTMLCanvasElement>(null);
  const small = useRef<HTMLCanvasElement>(null);
  const grip = useRef<{ x: number; y: number } | null>(null);
  const [crop, setCrop] = useState<Crop>(centered);
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<Crop>) => setCrop((before) => ({ ...before, ...part }));

  useEffect(() => {
    for (const { current } of [large, small]) if (current) paint(current, image, crop);
  });

  function drag({ clientX, clientY }: PointerEvent) {
    if (!grip.current || crop.mode === 'fit') return;
    const { width, height } = placeOf(image, crop, SHOWN);
    const shift = (by: number, drawn: number) => (drawn > SHOWN ? (2 * by) / (drawn - SHOWN) : 0);
    change({
      x: within(crop.x - shift(clientX - grip.current.x, width)),
      y: within(crop.y - shift(clientY - grip.current.y, height)),
    });
    grip.current = { x: clientX, y: clientY };
  }

  async function save() {
    setProblem(null);
    setProgress(0);
    try {
      const blob = await drawCrop(image, crop, SIDE);
      await uploadFile(uploadUrl, new File([blob], 'avatar.jpg', { type: 'image/jpeg' }), {
        part: 'avatar',
        onProgress: setProgress,
      });
      onSaved();
    } catch (error) {
      setProblem(problemOf(error).detail ?? 'Couldn’t save the picture. Check your connection and try again.');
      setProgress(null);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Your picture"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={progress !== null} onClick={() => void save()}>
            {progress === null ? 'Save picture' : `Saving… ${Math.round(progress * 100)}%`}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {problem && <Callout color="red" title={problem} />}
        <div className="flex flex-wrap items-end gap-4">
          <canvas
            ref={large}
            width={SHOWN}
            height={SHOWN}
            role="img"
            aria-label="Visible area"
            className="size-64 cursor-move touch-none rounded-lg border border-gray-200"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              grip.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerMove={drag}
            onPointerUp={() => (grip.current = null)}
            onPointerCancel={() => (grip.current = null)}
          />
          <figure className="text-center text-xs text-gray-500">
            <canvas
              ref={small}
              width={128}
              height={128}
              aria-hidden
              className="size-16 rounded-full border border-gray-200"
            />
            <figcaption className="mt-1">Preview</figcaption>
          </figure>
        </div>
        <RadioGroup
          legend="Show"
          inline
          value={crop.mode}
          onChange={(mode) => change({ mode })}
          choices={[
            { value: 'crop', label: 'Cropped' },
            { value: 'fit', label: 'The whole picture' },
          ]}
        />
        {crop.mode === 'crop' && (
          <>
            <Slider label="Zoom" min={1} max={4} value={crop.zoom} onChange={(zoom) => change({ zoom })} />
            <Slider label="Left to right" min={-1} max={1} value={crop.x} onChange={(x) => change({ x })} />
            <Slider label="Top to bottom" min={-1} max={1} value={crop.y} onChange={(y) => change({ y })} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface SliderProps {
  label: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
}

/** The same as dragging, for keyboards and for precision. */
function Slider({ label, min, max, value, onChange }: SliderProps) {
  const id = `crop-${label.replaceAll(' ', '-').toLowerCase()}`;
  return (
    <Field label={label} id={id}>
      <input
        id={id}
        type="range"
        className="w-full accent-primary-600"
        min={min}
        max={max}
        step={0.02}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </Field>
  );
}
