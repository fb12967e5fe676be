import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';

const SOURCE = 'streets';

interface Road {
  kinds: string[];
  color: string;
  /** The lowest zoom at which it is shown. */
  from: number;
  /** Width in pixels at zoom 6 and at zoom 16. */
  width: readonly [number, number];
}

const roads: readonly Road[] = [
  { kinds: ['path', 'other'], color: '#eef0f3', from: 14, width: [0, 4] },
  { kinds: ['minor_road'], color: '#ffffff', from: 11, width: [0, 12] },
  { kinds: ['major_road'], color: '#ffffff', from: 7, width: [0.5, 18] },
  { kinds: ['highway'], color: '#f3c98b', from: 3, width: [1, 24] },
];

const road = ({ kinds, color, from, width: [thin, wide] }: Road): LayerSpecification => ({
  id: `road-${kinds[0]}`,
  type: 'line',
  source: SOURCE,
  'source-layer': 'roads',
  minzoom: from,
  filter: ['in', ['get', 'kind'], ['literal', kinds]],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': color, 'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 6, thin, 16, wide] },
});

const area = (layer: string, color: string, kinds?: string[]): LayerSpecification => ({
  id: `area-${layer}`,
  type: 'fill',
  source: SOURCE,
  'source-layer': layer,
  filter: kinds ? ['in', ['get', 'kind'], ['literal', kinds]] : ['==', ['geometry-type'], 'Polygon'],
  paint: { 'fill-color': color },
});

/** Muted streets in the colors of the portals, from tiles in the Protomaps schema; labels use the device's fonts. */
export const streetStyle = (url: string): StyleSpecification => ({
  version: 8,
  sources: { [SOURCE]: { type: 'vector', url: `pmtiles://${url}` } },
  layers: [
    { id: 'background', type: 'background', paint: { 'background-color': '#dbe7f0' } },
    area('earth', '#f4f5f7'),
    area('landuse', '#e6efe4', ['park', 'forest', 'wood', 'nature_reserve', 'protected_area', 'national_park']),
    area('water', '#dbe7f0'),
    area('buildings', '#e9eaee'),
    {
      id: 'boundaries',
      type: 'line',
      source: SOURCE,
      'source-layer': 'boundaries',
      paint: { 'line-color': '#b6bcc8', 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    ...roads.map(road),
    {
      id: 'road-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'roads',
      minzoom: 13,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
        'text-font': ['Inter'],
        'text-size': 11,
      },
      paint: { 'text-color': '#5b6472', 'text-halo-color': '#ffffff', 'text-halo-width': 1.5 },
    },
    {
      id: 'places',
      type: 'symbol',
      source: SOURCE,
      'source-layer': 'places',
      layout: {
        'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
        'text-font': ['Inter'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11, 12, 14],
        'symbol-sort-key': ['-', ['to-number', ['get', 'population_rank'], 0]],
      },
      paint: { 'text-color': '#3b4350', 'text-halo-color': '#ffffff', 'text-halo-width': 1.5 },
    },
  ],
});
