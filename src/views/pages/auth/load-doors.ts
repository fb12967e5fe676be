/** In one chunk: they are small, and who needs one of them soon needs the next. */
export const loadDoors = () => import('./doors.tsx');
