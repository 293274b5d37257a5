import { expect, it } from 'vitest'
import { credentialsIn, toolPlaces } from './home.ts'

it('T-1 of a home only the tool chains that PATH names are shown, each as narrowly as it works', () => {
  const path = [
    '/usr/bin',
    '/home/ada2/bin',
    '/home/ada/bin',
    '/home/ada/go/bin',
    '/home/ada/.nvm/versions/node/v24/bin',
    '/home/ada/.local/bin',
    '/home/ada/.config/composer/vendor/bin',
    '/home/ada/code/shop/node_modules/.bin',
  ]
  expect(toolPlaces(path, '/home/ada')).toEqual(
    [
      '.config/composer/vendor',
      '.local/bin',
      '.local/lib',
      '.local/share',
      '.nvm',
      'bin',
      'code/shop/node_modules',
      'go',
    ].map((place) => `/home/ada/${place}`),
  )
})

it('T-1 a home on PATH itself shows nothing, and what lies beside tools is named to be hidden', () => {
  expect(toolPlaces(['/home/ada', '/home'], '/home/ada')).toEqual([])
  expect(credentialsIn('/home/ada').map(({ path }) => path)).toContain('/home/ada/.cargo/credentials.toml')
})
