import { addProtocol, Map as StreetsMap, setWorkerUrl, type StyleSpecification } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Protocol } from 'pmtiles';
import { useEffect, useEffectEvent, useRef } from 'react';
import { mapStyle } from './map-style.ts';
import { streetStyle } from './street-style.ts';
import type { MapView } from './use-map-view.ts';
import { placeAt, WORLD } from './us-shapes.ts';

setWorkerUrl(workerUrl);
addProtocol('pmtiles', new Protocol().tile);

/** The width of the earth at zoom 0, in pixels. */
const TILE = 512;

const cameraOf = ({ x, y }: MapView, unit: number) => ({
  center: placeAt([x, y]) ?? { lat: 38.5, lng: -96 },
  zoom: Math.log2(WORLD / unit / TILE),
});

const styleOf = (source: string): string | StyleSpecification =>
  source.endsWith('.pmtiles') ? streetStyle(new URL(source, location.href).href) : source;

interface StreetMapProps {
  view: MapView;
  /** A pixel in units of the drawing. */
  unit: number;
  onFailed: () => void;
}

/** Streets below the drawing, which controls their position: they have no gestures of their own. */
export default function StreetMap({ view, unit, onFailed }: StreetMapProps) {
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<StreetsMap>(null);
  const tellFailed = useEffectEvent(onFailed);
  const first = useRef(cameraOf(view, unit));
  useEffect(() => {
    const source = mapStyle();
    if (!source || !box.current) return;
    let made: StreetsMap;
    try {
      made = new StreetsMap({
        container: box.current,
        style: styleOf(source),
        interactive: false,
        attributionControl: false,
        fadeDuration: 0,
        ...first.current,
      });
    } catch {
      // The browser has no WebGL.
      tellFailed();
      return;
    }
    map.current = made;
    // A missing tile leaves a gap; without the style nothing is shown.
    made.on('error', () => {
      if (!made.isStyleLoaded() && !made.getStyle()?.layers) tellFailed();
    });
    return () => {
      map.current = null;
      made.remove();
    };
  }, []);
  useEffect(() => {
    map.current?.jumpTo(cameraOf(view, unit));
  }, [view, unit]);
  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
