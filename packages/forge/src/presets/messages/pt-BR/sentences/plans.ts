/** What is wrong with a plan, a preset or a gate, and what was seen. */
export const sentencesOfPlans: Readonly<Record<string, string>> = {
  // Plans.
  'units depend on each other in a circle: {cycle}': 'unidades dependem umas das outras em círculo: {cycle}',
  'unit id used twice: {unit}': 'id de unidade usado duas vezes: {unit}',
  'unit id is taken: {unit} (Forge itself uses {taken})':
    'id de unidade já ocupado: {unit} (o próprio Forge usa {taken})',
  'unit id is taken: {unit} ({owner~})': 'id de unidade já ocupado: {unit} ({owner~})',
  '{planner} planned it': '{planner} a planejou',
  'somebody added it': 'alguém a acrescentou',
  'unit id is taken: {unit}': 'id de unidade já ocupado: {unit}',
  'unit {unit} is merged, and what is merged stays: leave it out of the plan, and give further work a new id':
    'a unidade {unit} está integrada, e o que está integrado fica: deixe-a fora do plano e dê um id novo ao trabalho que falta',
  'unit {unit} is merged, and what is merged stays': 'a unidade {unit} está integrada, e o que está integrado fica',
  'unit {unit} depends on {other}, which does not exist': 'a unidade {unit} depende de {other}, que não existe',
  'unit {unit} writes {path}, which {fault~}': 'a unidade {unit} escreve {path}, que {fault~}',
  'unit {unit} has no verify command': 'a unidade {unit} não tem comando de verificação',
  'unit {unit} has two verify commands called {name}':
    'a unidade {unit} tem dois comandos de verificação chamados {name}',
  'unit {unit} runs {name} in {path}, which {fault~}': 'a unidade {unit} roda {name} em {path}, que {fault~}',
  'unit {unit} must not change {path}, which {fault~}': 'a unidade {unit} não pode mudar {path}, que {fault~}',
  'unit {unit} is expected to change {path}, which {fault~}': 'a unidade {unit} deveria mudar {path}, que {fault~}',
  'unit {unit} writes {path}, and {by} is among its disallowedChanges':
    'a unidade {unit} escreve {path}, e {by} está entre suas disallowedChanges',
  'unit {unit} has two acceptanceCriteria with the check {check}':
    'a unidade {unit} tem dois acceptanceCriteria com a verificação {check}',
  'unit {unit} has a costBudget without maxTokens and without maxRetries':
    'a unidade {unit} tem um costBudget sem maxTokens e sem maxRetries',
  'units {one} and {other} both write {paths}: let one depend on the other, or keep them apart':
    'as unidades {one} e {other} escrevem {paths}: faça uma depender da outra, ou separe-as',
  'unit {unit} asks for pipeline {pipeline}, which does not exist (known: {known}); it follows {template}':
    'a unidade {unit} pede a pipeline {pipeline}, que não existe (conhecidas: {known}); ela segue {template}',
  'is empty': 'está vazio',
  'is absolute': 'é absoluto',
  'has a backslash': 'tem uma barra invertida',
  'has a control character': 'tem um caractere de controle',
  'is not in its shortest form': 'não está em sua forma mais curta',
  'leaves the repository': 'sai do repositório',
  'is a pattern: name files, or a folder by its name and a slash':
    'é um padrão: escreva arquivos, ou uma pasta pelo nome e uma barra',
  'names the git directory': 'aponta para o diretório do git',
  'a plan is an object with units, not {kind~}': 'um plano é um objeto com units, não {kind~}',
  'the plan {what~}': 'o plano {what~}',
  'is missing': 'está faltando',
  'must be {kind~} with {keys}, not {value}': 'deve ser {kind~} com {keys}, não {value}',
  'must be {kind~}, not {value}': 'deve ser {kind~}, não {value}',
  'must be at least {least}, not {value}': 'deve ser ao menos {least}, não {value}',
  'must be more than {least}, not {value}': 'deve ser mais que {least}, não {value}',
  'at least': 'ao menos',
  'more than': 'mais que',
  'must not change': 'não pode mudar',
  'is expected to change': 'deveria mudar',
  'is longer than {most} characters': 'tem mais de {most} caracteres',
  'has more than {most} entries': 'tem mais de {most} itens',
  'is more than {most}': 'é mais que {most}',
  'unit number {number}': 'a unidade número {number}',
  'unit {unit}: {what~}': 'unidade {unit}: {what~}',
  'it may have {known}': 'ele pode ter {known}',
  'it is called {meant}': 'chama-se {meant}',
  'has the key {key}, which is not known: {hint~}': 'tem a chave {key}, que não é conhecida: {hint~}',
  'a list': 'uma lista',
  'a text': 'um texto',
  'a number': 'um número',
  'a whole number': 'um número inteiro',
  'true or false': 'true ou false',
  'an object': 'um objeto',
  'only one unit: nothing can run at the same time': 'só uma unidade: nada pode rodar ao mesmo tempo',
  '{count} units: more than 7 are hard to keep apart': '{count} unidades: mais de 7 são difíceis de manter separadas',
  '{unit} writes {count} paths: more than {most} are often two units':
    '{unit} escreve {count} caminhos: mais de {most} costumam ser duas unidades',
  '{unit} is expected to change {paths}, which it does not declare to write':
    '{unit} deveria mudar {paths}, que não declara escrever',
  '{unit} must not change {path}': '{unit} não pode mudar {path}',
  '{unit} must show {check} → {expected}': '{unit} precisa mostrar {check} → {expected}',
  '{unit} at most {count} tokens': '{unit}: no máximo {count} tokens',
  '{unit} at most {count} retries': '{unit}: no máximo {count} novas tentativas',
  '{question~} {unit} changes {paths}': '{question~} {unit} muda {paths}',
  '{question~} {unit} takes tests away: {tests}': '{question~} {unit} tira testes: {tests}',
  '{question~} {unit} changes {paths} and takes tests away: {tests}':
    '{question~} {unit} muda {paths} e tira testes: {tests}',
  'template {template} plans twice, in {one} and {other}, and the second plan would take the place of the first; let {phase} be a phase of another template':
    'o modelo {template} planeja duas vezes, em {one} e {other}, e o segundo plano tomaria o lugar do primeiro; faça de {phase} uma fase de outro modelo',
  '{question~} It takes away what was approved: {drops~}': '{question~} Ele retira o que foi aprovado: {drops~}',
  'unit {unit} ({title})': 'unidade {unit} ({title})',
  '{unit} no longer writes {path}': '{unit} não escreve mais {path}',
  '{unit} no longer runs {command}': '{unit} não roda mais {command}',
  '{unit} no longer has to show {check} → {expected}': '{unit} não precisa mais mostrar {check} → {expected}',
  '{unit} no longer follows {pipeline~}': '{unit} não segue mais {pipeline~}',
  'the usual pipeline': 'a pipeline de costume',
  // Presets.
  'phase {phase} merges, and commit is none; take the phase out, or say commit: per-unit':
    'a fase {phase} integra, e commit é none; tire a fase, ou diga commit: per-unit',
  '{commit}, and no phase merges; add { name: merge, kind: git, op: merge }, or say commit: none':
    '{commit}, e nenhuma fase integra; acrescente { name: merge, kind: git, op: merge }, ou diga commit: none',
  'two units have one id': 'duas unidades têm o mesmo id',
  'unit {unit} depends on {other}, a unit that does not exist{hint~}':
    'a unidade {unit} depende de {other}, uma unidade que não existe{hint~}',
  'units wait for each other in a circle: {cycle}': 'unidades esperam umas pelas outras em círculo: {cycle}',
  '; did you mean {meant}?': '; você quis dizer {meant}?',
  '; it can be {known}': '; pode ser {known}',
  '; known here: {known}': '; conhecidas aqui: {known}',
  'there is no phase {phase}{hint~}': 'não existe a fase {phase}{hint~}',
  'unit {unit} follows template {template}, which does not exist{hint~}':
    'a unidade {unit} segue o modelo {template}, que não existe{hint~}',
  'template {name} has two phases of one name: {phase}': 'o modelo {name} tem duas fases com o mesmo nome: {phase}',
  'template {name} has nothing to do: every phase is off':
    'o modelo {name} não tem nada a fazer: todas as fases estão off',
  'phase {phase} works on what {name} makes, and {again} has effect: {effect}, so there may be nothing; say effect: blocking there':
    'a fase {phase} trabalha no que {name} faz, e {again} tem effect: {effect}, então pode não haver nada; diga effect: blocking ali',
  'phase {phase} sends work back to {target}, which does not come before it{hint~}':
    'a fase {phase} devolve o trabalho para {target}, que não vem antes dela{hint~}',
  'phase {phase} sends work back to {target}, which makes nothing{hint~}':
    'a fase {phase} devolve o trabalho para {target}, que não faz nada{hint~}',
  'phase {phase} plans units of template {template}, which does not exist{hint~}':
    'a fase {phase} planeja unidades do modelo {template}, que não existe{hint~}',
  'phase {phase} lets units ask for template {template}, which does not exist{hint~}':
    'a fase {phase} deixa unidades pedirem o modelo {template}, que não existe{hint~}',
  'phase {phase} judges the document of {judged}, and none before it writes one{hint~}':
    'a fase {phase} julga o documento de {judged}, e nenhuma antes dela escreve um{hint~}',
  'phase {phase} judges {judged}, which yields a plan: no phase can judge a plan yet; it may judge the document of: {names}':
    'a fase {phase} julga {judged}, que produz um plano: nenhuma fase pode julgar um plano por enquanto; ela pode julgar o documento de: {names}',
  'phase {phase} judges {judged}, which yields a plan: no phase can judge a plan yet, and no phase before it writes a document':
    'a fase {phase} julga {judged}, que produz um plano: nenhuma fase pode julgar um plano por enquanto, e nenhuma fase antes dela escreve um documento',
  'phase {phase} asks about a document and does not say whose (judges: <phase>)':
    'a fase {phase} pergunta sobre um documento e não diz de quem (judges: <fase>)',
  'phase {phase} requires what {lost} makes, and no phase of that name before it makes a document or work{hint~}':
    'a fase {phase} exige o que {lost} faz, e nenhuma fase com esse nome antes dela faz um documento ou trabalho{hint~}',
  'phase {phase} needs a {needed}, and no phase before it makes one; {hint~}':
    'a fase {phase} precisa de {needed}, e nenhuma fase antes dela faz; {hint~}',
  'phase {phase} would have the whole planned again before it is there; only units under closing may':
    'a fase {phase} faria replanejar o todo antes que ele exista; só unidades em closing podem',
  'phase {phase} has the whole planned again by {unit}, which is no unit of start that plans{hint~}':
    'a fase {phase} faz replanejar o todo por {unit}, que não é uma unidade de start que planeje{hint~}',
  'put an agent that yields plan before it': 'ponha antes dela um agente com yields: plan',
  'put an agent that yields work before it': 'ponha antes dela um agente com yields: work',
  'put { kind: git, op: integrate } before it': 'ponha { kind: git, op: integrate } antes dela',
  '{strategy}, and isolation is branch: units take turns there; say sequential, or isolation: worktree':
    '{strategy}, e isolation é branch: ali as unidades se revezam; diga sequential, ou isolation: worktree',
  'the preset {name} is wrong:\n{faults}': 'o preset {name} está errado:\n{faults}',
  // What a proof says.
  'Forge made a mistake: {error}': 'o Forge cometeu um erro: {error}',
  'nothing can happen any more, and nobody owns it (the run is {status~})':
    'nada mais pode acontecer, e ninguém responde por isso (a execução está {status~})',
  'a loop comes back to where it was and spends nothing': 'um laço volta para onde estava e não gasta nada',
  'not proven within {count} states; fewer phases or smaller budgets have fewer':
    'não provado em {count} estados; menos fases ou orçamentos menores têm menos',
  'no way leads to its end{words~}': 'nenhum caminho leva ao fim{words~}',
  'no way ever starts {phase}': 'nenhum caminho chega a começar {phase}',
  '{phase} starts although {other} has not passed for what is there':
    '{phase} começa embora {other} não tenha passado para o que está lá',
  '{phase} starts although {other} has not passed': '{phase} começa embora {other} não tenha passado',
  '{phase} merges what no blocking check has verified; put a check on: candidate before it':
    '{phase} integra o que nenhuma verificação que bloqueia verificou; ponha antes dela um check com on: candidate',
  '{phase} must come after {other}, and there is no such phase':
    '{phase} deve vir depois de {other}, e essa fase não existe',
  '{phase} must come after {other}, whose effect is {effect}':
    '{phase} deve vir depois de {other}, cujo efeito é {effect}',
  '{phase} starts although the run is {status~}': '{phase} começa embora a execução esteja {status~}',
  '{phase} starts although {other}, on which it depends, is not done':
    '{phase} começa embora {other}, de que depende, não esteja pronta',
  'the way forward that is named is refused: {word}: {why~}': 'o caminho indicado é recusado: {word}: {why~}',
  '{words} said once at every moment (paused: resumed), with revisions of all phases; {rest~}':
    '{words} ditos uma vez em cada momento (pausado: retomado), com revisões de todas as fases; {rest~}',
  'not at every moment, because there are too many: {words}': 'não em cada momento, porque são demais: {words}',
  ', but not to the end': ', mas não até o fim',
  'all planners of the preset at once, each with a plan of two units{but~}; {bound~}':
    'todos os planejadores do preset de uma vez, cada um com um plano de duas unidades{but~}; {bound~}',
  'two units, one of which depends on the other, with revisions of all phases{but~}; {rest~}':
    'duas unidades, uma das quais depende da outra, com revisões de todas as fases{but~}; {rest~}',
  'failures of each phase, every kind by itself, retried or reopened once, with a unit that waits for it; {rest~}':
    'falhas de cada fase, cada tipo por si, retomadas ou reabertas uma vez, com uma unidade que espera por ela; {rest~}',
  // Before a run, and what a rehearsal did not take.
  '{name} has a hole: {template}: {hole~}{by~}{more~}': '{name} tem um furo: {template}: {hole~}{by~}{more~}',
  ', by {trail}': ', por {trail}',
  ' (and {count} more)': ' (e mais {count})',
  '{name} cannot be run yet: {template}: {hole~}': '{name} ainda não pode ser executado: {template}: {hole~}',
  'forge preset check {name} --deep walks ten times as many; once that has proven it, it runs':
    'forge preset check {name} --deep percorre dez vezes mais; quando isso o provar, ele executa',
  '{name} is proven: {states} states walked, no hole; this is done once (forge preset check {name})':
    '{name} está provado: {states} estados percorridos, nenhum furo; isto se faz uma vez (forge preset check {name})',
  'no check came out well': 'nenhuma verificação deu certo',
  'no check came out red': 'nenhuma verificação falhou',
  'it had been checked already, byte for byte': 'já tinha sido verificado, byte a byte',
  'two units must fail only together': 'duas unidades precisam falhar só juntas',
  'two units must change the same lines': 'duas unidades precisam mudar as mesmas linhas',
  'nothing came so far': 'nada chegou até ali',
  'nobody was asked, or nobody said yes': 'ninguém foi perguntado, ou ninguém disse sim',
  'nobody was asked, or nobody said no': 'ninguém foi perguntado, ou ninguém disse não',
  'no work was against {rule}': 'nenhum trabalho foi contra {rule}',
  'its vocabulary has no word for it': 'seu vocabulário não tem palavra para isso',
  'nobody answered so': 'ninguém respondeu assim',
  'revisions of all phases together, with all budgets as they are':
    'revisões de todas as fases juntas, com todos os orçamentos como são',
  'revisions of all phases together; budgets of more than {most} were walked as {as}':
    'revisões de todas as fases juntas; orçamentos acima de {most} foram percorridos como {as}',
  'revisions of every two phases together, not of more; budgets of more than {most} were walked as {as}':
    'revisões de cada duas fases juntas, não de mais; orçamentos acima de {most} foram percorridos como {as}',
  'failures of each phase, every kind by itself and as often as it likes, with all budgets as they are':
    'falhas de cada fase, cada tipo por si e quantas vezes quiser, com todos os orçamentos como são',
  'budgets of more than {most} were walked as {as}': 'orçamentos acima de {most} foram percorridos como {as}',
  ', but not to the end for {phases}': ', mas não até o fim para {phases}',
  'failures of each phase, all kinds mixed{but~}; {rest~}':
    'falhas de cada fase, todos os tipos misturados{but~}; {rest~}',
  'failures of each phase, every kind by itself, together with revisions of each other phase; {rest~}':
    'falhas de cada fase, cada tipo por si, junto com revisões de cada outra fase; {rest~}',
  // Gates.
  '(known: {known})': '(conhecidos: {known})',
  ' (known: {known})': ' (conhecidos: {known})',
  'no phase is called {what~}': 'nenhuma fase se chama {what~}',
  'a quote that is not closed on this line': 'uma aspa que não se fecha nesta linha',
  '{name} looks at what was there before; outputs know {words} alone':
    '{name} olha o que havia antes; outputs conhecem apenas {words}',
  'there is no directive {name}{hint~} (known: {known})': 'não existe a diretiva {name}{hint~} (conhecidas: {known})',
  'artifact <path> [min=<bytes>]: no path': 'artifact <caminho> [min=<bytes>]: falta o caminho',
  'a path of more than 1,000 characters': 'um caminho de mais de 1.000 caracteres',
  '{text} is not min=<bytes>; quote a path that has spaces':
    '{text} não é min=<bytes>; ponha entre aspas um caminho com espaços',
  '{text} is not min=<bytes>, with a whole number of bytes such as min=200':
    '{text} não é min=<bytes>, com um número inteiro de bytes, como min=200',
  '{form}: no field': '{form}: falta o campo',
  '{kind} <field> <op> <value>': '{kind} <campo> <op> <valor>',
  '{text} is no field such as task.status': '{text} não é um campo como task.status',
  '{form}: no operator': '{form}: falta o operador',
  '; did you mean ==?': '; você quis dizer ==?',
  'there is no operator {op}{hint~} (known: ==, !=, in [a, b])':
    'não existe o operador {op}{hint~} (conhecidos: ==, !=, in [a, b])',
  'no value': 'falta o valor',
  '{text} is not one value': '{text} não é um só valor',
  'a list is written [a, b]': 'uma lista se escreve [a, b]',
  '{form}: no phase': '{form}: falta a fase',
  '{text} is no name of a phase': '{text} não é nome de fase',
  '{text} is no verdict{hint~} ({form})': '{text} não é um veredito{hint~} ({form})',
  '{text} is too much; quote a value that has spaces': '{text} sobra; ponha entre aspas um valor com espaços',
  'nobody looked at {path}': 'ninguém olhou {path}',
  '{path} cannot be read: {why~}': '{path} não pode ser lido: {why~}',
  '{path} is not there': '{path} não está lá',
  '{path} has {bytes} bytes': '{path} tem {bytes} bytes',
  '{saw~}, fewer than {least}': '{saw~}, menos que {least}',
  '{field} is {value}': '{field} é {value}',
  'the pipeline has no phase {phase}{hint~} (known: {known})':
    'a pipeline não tem a fase {phase}{hint~} (conhecidas: {known})',
  '{phase} has no verdict that counts': '{phase} não tem um veredito que valha',
  '{phase} said {verdict}': '{phase} disse {verdict}',
  '{name} has no value for this unit': '{name} não tem valor para esta unidade',
  'the path {path} {fault~}': 'o caminho {path} {fault~}',
  'a brace that belongs to no placeholder': 'uma chave que não pertence a nenhum marcador',
  'there is no placeholder {name}{hint~} (known: {known})': 'não existe o marcador {name}{hint~} (conhecidos: {known})',
  '{record} has no fields': '{record} não tem campos',
  '{field} is not a single value': '{field} não é um só valor',
  'there is no record {name}{hint~} (known: {known})': 'não existe o registro {name}{hint~} (conhecidos: {known})',
  '{record} has no field {name}{hint~} (known: {known})':
    '{record} não tem o campo {name}{hint~} (conhecidos: {known})',
  'there is no record': 'não existe o registro',
  '{record} has no field': '{record} não tem o campo',
  '{where~} {name}{hint~} (known: {known})': '{where~} {name}{hint~} (conhecidos: {known})',
  'more than {most} directives in one block': 'mais de {most} diretivas em um bloco',
  'no block {name}{hint~}': 'não existe o bloco {name}{hint~}',
  'a block begins with {name} phase=<name of the phase>': 'um bloco começa com {name} phase=<nome da fase>',
  'the block': 'o bloco',
  'the block {name}': 'o bloco {name}',
  '{what~} that begins here is never closed': '{what~} que começa aqui nunca se fecha',
  'phase {phase} has a block already, on line {line}': 'a fase {phase} já tem um bloco, na linha {line}',
  'the file': 'o arquivo',
  '{phase} must write {path~}; run it again and tell it so, or write the file and go on':
    '{phase} precisa escrever {path~}; rode-a de novo e diga isso a ela, ou escreva o arquivo e continue',
  '{path~} is too short to be the result of {phase}; finish it, or lower min= if short is right':
    '{path~} é curto demais para ser o resultado de {phase}; complete-o, ou baixe min= se curto está certo',
  '{phase} needs {path~}; run the phase that writes it, or write it yourself':
    '{phase} precisa de {path~}; rode a fase que o escreve, ou escreva você mesmo',
  '{path~} is too short to go on with; finish it, or lower min= if short is right':
    '{path~} é curto demais para continuar; complete-o, ou baixe min= se curto está certo',
  '{phase} may not start or end {state~}; change that first':
    '{phase} não pode começar nem terminar {state~}; mude isso antes',
  'bring {phase} to {verdict} first': 'leve {phase} a {verdict} antes',
  'make {path~} a file that Forge can read, then go on':
    'faça de {path~} um arquivo que o Forge possa ler, depois continue',
  'mend the gate of {phase} in the preset; nothing is wrong with the unit':
    'conserte o gate de {phase} no preset; não há nada errado com a unidade',
  'unless {condition}': 'a menos que {condition}',
  'while {condition}': 'enquanto {condition}',
}
