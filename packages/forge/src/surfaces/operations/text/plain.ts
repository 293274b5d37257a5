/** Signs for terminals that can show none: each of Forge's own has a plain word or letter, pictures are left out (S0-07, S0-38). */
const plainSigns: Readonly<Record<string, string>> = {
  '✓': 'OK',
  '✗': 'FAIL',
  '↻': 'AGAIN',
  '⚠': 'WARN',
  '⊘': 'BLOCKED',
  '■': 'STOP',
  '▸': '>',
  '▶': '>>',
  '→': '->',
  '──': '--',
  '…': '...',
  '–': '-',
}

const signs = new RegExp(Object.keys(plainSigns).join('|'), 'gu')

export function withoutSigns(text: string): string {
  return text
    .replaceAll(signs, (sign) => plainSigns[sign] ?? '')
    .replaceAll(/[\p{Extended_Pictographic}\uFE0F\u200D]+ ?/gu, '')
}
