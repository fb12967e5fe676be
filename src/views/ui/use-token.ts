import { useSearch } from 'wouter';

/** The token of a link that carries it as `?token=`. */
export function useToken(): string {
  return new URLSearchParams(useSearch()).get('token') ?? '';
}
