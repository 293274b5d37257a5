/** What the entries of a journal say, and how attempts ended. Kept in English where data is made; recognised where it is shown. */
import type { Family } from '#presets/messages/language.ts'

export const events = {
  'failure.transport': { en: 'the provider failed ({class})', 'pt-BR': 'o provedor falhou ({class})' },
  'failure.quota': { en: 'no quota until {time}', 'pt-BR': 'sem cota até {time}' },
  'failure.quota-unsaid': {
    en: 'no quota, and the provider does not say until when',
    'pt-BR': 'sem cota, e o provedor não diz até quando',
  },
  'failure.empty': { en: 'no answer', 'pt-BR': 'sem resposta' },
  'failure.invalid': {
    en: 'an answer that does not fit: {errors~}',
    'pt-BR': 'uma resposta que não serve: {errors~}',
  },
  'failure.crash': {
    en: 'ended by itself (exit code {code}, signal {signal})',
    'pt-BR': 'terminou sozinho (código de saída {code}, sinal {signal})',
  },
  'failure.crash-said': {
    en: 'ended by itself (exit code {code}, signal {signal}): {said}',
    'pt-BR': 'terminou sozinho (código de saída {code}, sinal {signal}): {said}',
  },
  'failure.idle': { en: 'no sign of life after {seconds} s', 'pt-BR': 'sem sinal de vida após {seconds} s' },
  'failure.slow': { en: 'not ready after {seconds} s', 'pt-BR': 'não terminou em {seconds} s' },
  'failure.interrupted': { en: 'interrupted', 'pt-BR': 'interrompido' },
  'failure.ceiling': {
    en: 'cut off: the run has reached its limit',
    'pt-BR': 'cortado: a execução atingiu seu limite',
  },
  'failure.blocked': { en: 'cannot go on: {text}', 'pt-BR': 'não pode continuar: {text}' },
  'failure.conflict': { en: 'conflict in {paths}', 'pt-BR': 'conflito em {paths}' },
  'failure.moved': {
    en: 'the integration ref is at {tip}, not where the attempt expected it',
    'pt-BR': 'a ref de integração está em {tip}, não onde a tentativa a esperava',
  },
  'failure.outside': {
    en: 'changed what it must not touch: {paths}',
    'pt-BR': 'mudou o que não podia tocar: {paths}',
  },
  'failure.unavailable': { en: 'cannot be started: {what~}', 'pt-BR': 'não pode ser iniciado: {what~}' },
  'failure.locked': {
    en: '{file} is locked by somebody else',
    'pt-BR': '{file} está travado por outra pessoa',
  },
  'failure.disk': { en: 'the disk is full', 'pt-BR': 'o disco está cheio' },
  'reported.recovered': {
    en: 'the answer was not returned, and found in its result file',
    'pt-BR': 'a resposta não foi devolvida, e foi encontrada em seu arquivo de resultado',
  },
  'reported.linksRemoved': {
    en: 'links that the lost attempt left in its kept folder are removed: {links}',
    'pt-BR': 'links que a tentativa perdida deixou em sua pasta mantida foram removidos: {links}',
  },
  'reported.unset': { en: '{agent} cannot be told: {what}', 'pt-BR': 'não se pode dizer a {agent}: {what}' },
  'reported.again': {
    en: 'asked for its answer again: {errors~}',
    'pt-BR': 'a resposta foi pedida de novo: {errors~}',
  },
  'reported.windows': { en: 'account {account}: {windows} used', 'pt-BR': 'conta {account}: {windows} usados' },
  'reported.window': { en: '{percent} % of {window}', 'pt-BR': '{percent}% de {window}' },
  'reported.ownSandbox': {
    en: 'in the sandbox of its own program, network {network}; NO SANDBOX of Forge: {why~}',
    'pt-BR': 'no sandbox do próprio programa, rede {network}; SEM SANDBOX do Forge: {why~}',
  },
  'reported.sandbox': { en: 'in the sandbox, network {network}', 'pt-BR': 'no sandbox, rede {network}' },
  'reported.sandboxPorts': {
    en: 'in the sandbox, network {network} but for ports {ports} of this machine',
    'pt-BR': 'no sandbox, rede {network} exceto as portas {ports} desta máquina',
  },
  'reported.noSandbox': { en: 'NO SANDBOX: {why~}', 'pt-BR': 'SEM SANDBOX: {why~}' },
  'reported.off': { en: 'switched off', 'pt-BR': 'desligado' },
  'event.redacted': {
    en: 'a secret was taken out of {count: # place | # places} ({name})',
    'pt-BR': 'um segredo foi retirado de {count: # lugar | # lugares} ({name})',
  },
  'event.by': { en: 'by {name}', 'pt-BR': 'por {name}' },
  'event.advised': {
    en: 'a diagnosis, {tokens} tokens, {money}',
    'pt-BR': 'um diagnóstico, {tokens} tokens, {money}',
  },
  'event.unadvised': {
    en: 'no diagnosis, {tokens} tokens, {money}',
    'pt-BR': 'nenhum diagnóstico, {tokens} tokens, {money}',
  },
  'event.environment': {
    en: 'checks run in another environment now, {hash}',
    'pt-BR': 'as verificações agora rodam em outro ambiente, {hash}',
  },
  'event.everything': { en: 'everything that is planned', 'pt-BR': 'tudo o que está planejado' },
  'event.skipped': { en: '{unit} skipped: {status~}', 'pt-BR': '{unit} fica de fora: {status~}' },
  'event.document': {
    en: '{unit}/{phase}: {bytes} bytes, {hash}',
    'pt-BR': '{unit}/{phase}: {bytes} bytes, {hash}',
  },
  'event.planned': {
    en: '{count: # unit | # units} by the {role}, {hash}',
    'pt-BR': '{count: # unidade | # unidades}, por {role}, {hash}',
  },
  'event.attempt': { en: '{path} #{attempt}: {reason~}', 'pt-BR': '{path} #{attempt}: {reason~}' },
  'event.finished': {
    en: '{key}: {outcome~}, {seconds} s, {money}',
    'pt-BR': '{key}: {outcome~}, {seconds} s, {money}',
  },
  'event.finishedAsked': {
    en: '{key}: {outcome~}, {seconds} s, {money}, {count: # request | # requests}',
    'pt-BR': '{key}: {outcome~}, {seconds} s, {money}, {count: # pedido | # pedidos}',
  },
  'event.differed': {
    en: '{key}: runs on {launched}, was to run on {routed}',
    'pt-BR': '{key}: roda em {launched}, deveria rodar em {routed}',
  },
  'event.syncing': {
    en: '{base} is about to be merged as {tip} ({name})',
    'pt-BR': '{base} está prestes a ser integrado como {tip} ({name})',
  },
  'event.synced': { en: '{base} merged as {tip} ({name})', 'pt-BR': '{base} integrado como {tip} ({name})' },
  'event.published': { en: '{branch}: {end}', 'pt-BR': '{branch}: {end}' },
  'published.published': { en: 'shows what is merged', 'pt-BR': 'mostra o que foi integrado' },
  'published.diverged': {
    en: 'not moved, it has commits that Forge did not make',
    'pt-BR': 'não movido, tem commits que o Forge não fez',
  },
  'published.checked-out': { en: 'not moved, it is checked out', 'pt-BR': 'não movido, está em uso num checkout' },
  'published.locked': { en: 'not moved, another git holds a lock', 'pt-BR': 'não movido, outro git mantém uma trava' },
  'event.landing': { en: '{branch} from {from} to {to} ({name})', 'pt-BR': '{branch} de {from} para {to} ({name})' },
  'event.lands': { en: '{branch} from {from} to {to}', 'pt-BR': '{branch} de {from} para {to}' },
  'event.landed': { en: 'landed', 'pt-BR': 'entregue' },
  'event.notLanded': { en: 'not landed: {why}', 'pt-BR': 'não entregue: {why}' },
  'event.merged': { en: '{unit} as {commit}', 'pt-BR': '{unit} como {commit}' },
  'event.slots': { en: '{count: # slot | # slots}', 'pt-BR': '{count: # vaga | # vagas}' },
  'event.slotsLow': {
    en: '{count: # slot | # slots}, the disk is nearly full',
    'pt-BR': '{count: # vaga | # vagas}, o disco está quase cheio',
  },
  'event.account': { en: 'account {account} until {time}', 'pt-BR': 'conta {account} até {time}' },
  'event.keepsNothing': { en: 'keeps nothing', 'pt-BR': 'não guarda nada' },
  'event.keeps': { en: 'keeps {units}', 'pt-BR': 'guarda {units}' },
  'event.tidied': {
    en: '{removed: # tree | # trees} removed, {aside} kept aside',
    'pt-BR': '{removed: # árvore removida | # árvores removidas}, {aside} guardadas à parte',
  },
  'event.word': { en: '{word}: {why~}', 'pt-BR': '{word}: {why~}' },
  'event.withHint': { en: '{what~} → {hint~}', 'pt-BR': '{what~} → {hint~}' },
  'outcome.worked': { en: 'worked', 'pt-BR': 'trabalhou' },
  'outcome.judged': { en: 'judged', 'pt-BR': 'julgou' },
  'outcome.checked': { en: 'checked', 'pt-BR': 'verificou' },
  'outcome.planned': { en: 'planned', 'pt-BR': 'planejou' },
  'outcome.documented': { en: 'documented', 'pt-BR': 'documentou' },
  'outcome.merged': { en: 'merged', 'pt-BR': 'integrou' },
  'outcome.tidied': { en: 'tidied', 'pt-BR': 'arrumou' },
  'outcome.integrated': { en: 'integrated', 'pt-BR': 'preparou a integração' },
  'why.count': {
    en: '{count: # recorded reason | # recorded reasons}',
    'pt-BR': '{count: # motivo registrado | # motivos registrados}',
  },
  'why.nothing': { en: 'Nothing has been recorded yet.', 'pt-BR': 'Nada foi registrado ainda.' },
} as const satisfies Family
