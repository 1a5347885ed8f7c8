/** Identity's door for the browser shell. */
import type { WebModule } from '#web/module.ts'

export const identityWeb: WebModule = {
  name: 'identity',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/login',
      title: { cn: '登录', en: 'Sign in' },
      screen: () => import('./web/center-detail/SignInPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/register',
      title: { cn: '注册账号', en: 'Create an account' },
      screen: () => import('./web/center-detail/RegisterPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/reset-password',
      title: { cn: '重置密码', en: 'Reset password' },
      screen: () => import('./web/center-detail/ResetPasswordPage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/qr-confirm/:id',
      title: { cn: '确认登录', en: 'Confirm the sign-in' },
      screen: () => import('./web/center-detail/QrConfirmPage.tsx'),
    },
  ],
}
