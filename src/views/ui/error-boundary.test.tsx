import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

afterEach(() => vi.unstubAllGlobals());

const laptop = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

/** What is shown in place of a screen that threw this error. */
function drawAfter(error: unknown, userAgent = laptop, onLine = true): string {
  vi.stubGlobal('navigator', { userAgent, onLine });
  const boundary = new ErrorBoundary({ children: 'the screen', resetKey: '/' });
  boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError(error) } as typeof boundary.state;
  return renderToStaticMarkup(<Router ssrPath="/">{boundary.render()}</Router>);
}

test('something that is not there is a page that was not found', () => {
  expect(drawAfter(Object.assign(new Error('gone'), { status: 404 }))).toMatch(/404.*Page Not Found/s);
});

test.each([[new Error('a screen broke')], [Object.assign(new Error('no'), { status: 503 })], ['a text'], [null]])(
  '%s is an internal error',
  (error) => {
    expect(drawAfter(error)).toMatch(/500.*Internal Server Error/s);
  },
);

test.each([
  [true, /This page could not be loaded/],
  [false, /You are offline/],
])('a part of the application that did not arrive, with a connection: %s', (onLine, title) => {
  for (const said of [
    'Failed to fetch dynamically imported module: https://x.test/assets/a.js',
    'error loading dynamically imported module',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ]) {
    const drawn = drawAfter(new TypeError(said), laptop, onLine);
    expect(drawn).toMatch(title);
    expect(drawn).not.toContain('Internal Server Error');
  }
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'Mozilla/5.0 (compatible; Yahoo! Slurp)',
  'facebookexternalhit-crawler',
])('search robots are shown no error: %s', (userAgent) => {
  expect(drawAfter(new Error('a screen broke'), userAgent)).toBe('');
});
