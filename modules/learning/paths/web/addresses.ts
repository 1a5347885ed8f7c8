/** The addresses of the learning paths' screens, as links write them. */
export const pathAddresses = {
  mine: '/study/paths',
  path: (id: string) => `/branch-post-learning-detail/${id}`,
  point: (id: string) => `/branch-point-list/${id}`,
  audit: (pathId: string, progressId: string) => `/branch-post-learning-audit/${pathId}/${progressId}`,
  managed: '/admin/paths',
  editor: (id: string) => `/admin/paths/${id}`,
  channels: '/admin/position-channels',
  audits: '/admin/path-audits',
} as const
