"""Keywords whose values no output shows. Generated from `grammars/catalogue/secrets.toml`: edit that, then run
`python -m mqtune._build.catalogue`.
"""
# ruff: noqa
# fmt: off

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MQSC: tuple[Any, ...] = ('initkey', 'keyrpwd', 'ldappwd', 'password', 'sslcryp', 'sslkeyp')

KEYS: tuple[Any, ...] = ('cryptohardware', 'mqsslcryp', 'sslcryptohardware')

ENDINGS: tuple[Any, ...] = ('bindpw', 'initialkey', 'kennwort', 'motdepasse', 'passphras', 'passphrase', 'passwd', 'passwor', 'password', 'passwort', 'passwrd', 'passwrod', 'paswd', 'pasword', 'pssword', 'pwd', 'rootpw', 'wachtwoord')

QUALIFIERS: tuple[Any, ...] = ('b64', 'base', 'base64', 'clear', 'dev', 'dr', 'enc', 'encrypted', 'hash', 'int', 'new', 'old', 'plain', 'prd', 'prod', 'production', 'test', 'tst', 'uat', 'value')

ASSIGNED: tuple[Any, ...] = ('accesskey', 'accountkey', 'apikey', 'authkey', 'credential', 'credentials', 'encryptionkey', 'hmackey', 'ltpatoken2', 'masterkey', 'pass', 'passcode', 'pin', 'privatekey', 'psw', 'pw', 'secret', 'secretid', 'secretkey', 'sharedkey', 'signingkey', 'token')

EXCEPT: tuple[Any, ...] = ('bypass', 'compass', 'encompass', 'surpass', 'trespass')

NAMES: tuple[Any, ...] = ('credential', 'credentials', 'secret', 'secret_id', 'secretid', 'token')

CONTENTS: tuple[Any, ...] = ('jks', 'kdb', 'key', 'p12', 'pfx', 'sth')

MARKS: dict[Any, Any] = {
    '@': ('@',),
    'acc': ('accesskey', 'accountkey'),
    'aiza': ('aiza',),
    'akia': ('akia',),
    'ap': ('apikey', 'appas', 'applicid('),
    'asia': ('asia',),
    'auth': ('auth":', 'auth:', 'auth=', 'authkey', 'authorization"', "authorization'", 'authorization:', 'authorization='),
    'basic': ('basic',),
    'bcp': ('bcp',),
    'bearer': ('bearer',),
    'capicmd': ('capicmd',),
    'connectto': ('connectto',),
    'cr': ('credential', 'cryptohardware'),
    'curl': ('curl',),
    'data:': ('data:',),
    'dckrpat': ('dckrpat',),
    'en': ('encryptionkey', 'envrdata('),
    'eyj': ('eyj',),
    'fromliteral': ('fromliteral',),
    'gh': ('gho', 'ghp', 'ghr', 'ghs', 'ghu'),
    'githubpat': ('githubpat',),
    'gl': ('glagent', 'glcbt', 'gldt', 'glft', 'gloas', 'glpat', 'glptt', 'glrt', 'glsoat'),
    'gskpkcs11': ('gskpkcs11',),
    'hmackey': ('hmackey',),
    'hooksslackcom': ('hooksslackcom',),
    'htpas': ('htpas',),
    'hv': ('hvb', 'hvr', 'hvs'),
    'identifiedby': ('identifiedby',),
    'ikeycmd': ('ikeycmd',),
    'init': ('initialkey', 'initk'),
    'itkey': ('itkey',),
    'jks:': ('jks:',),
    'kdb:': ('kdb:',),
    'ke': ('kennwort', 'key"', "key'", 'key:', 'key=', 'keyrp'),
    'lcryp': ('lcryp',),
    'ldap': ('ldapadd', 'ldapcha', 'ldapcom', 'ldapdel', 'ldapdif', 'ldapexop', 'ldapmod', 'ldapp', 'ldapsea', 'ldapurl'),
    'login': ('login',),
    'ls0tls1': ('ls0tls1',),
    'ma': ('mariadb', 'masterkey'),
    'mqsisetdbparms': ('mqsisetdbparms',),
    'msgdata(': ('msgdata(',),
    'mysql': ('mysql',),
    'net': ('net1user', 'netuse'),
    'opensslenc': ('opensslenc',),
    'p12:': ('p12:',),
    'pas': ('pass', 'pasw'),
    'pfx:': ('pfx:',),
    "phrase('": ("phrase('",),
    'pin': ('pin"', 'pin:', 'pin='),
    'privatekey': ('privatekey',),
    'ps': ('psexec', 'psw'),
    'pw': ('pw',),
    'pypi': ('pypi',),
    'rcvdata(': ('rcvdata(',),
    'rediscli': ('rediscli',),
    'run': ('runamscred', 'runmqakm', 'runmqckm', 'runmqcred', 'runmqicred', 'runmqktool', 'runmqsc', 'runp11cred'),
    'sc': ('schtasks', 'scydata('),
    'se': ('secret', 'securestring', 'securityutility', 'senddata(', 'setmqweb', 'setmqxacred'),
    'sharedkey': ('sharedkey',),
    'sig': ('sig=', 'signingkey'),
    'sk': ('skant', 'sklive', 'skproj', 'sktest'),
    'sql': ('sqlcmd', 'sqlplus'),
    'ss': ('sshkeygen', 'sshpas', 'sslcr', 'sslkey'),
    'st': ('startarg(', 'startcmd(', 'stdin', 'sth:', 'stoparg(', 'stopcmd(', 'stringdata'),
    'sudo': ('sudo',),
    'sw': ('sword', 'swrd'),
    'token': ('token',),
    'userdata(': ('userdata(',),
    'vault': ('vaultkv', 'vaultlog'),
    'wachtwoord': ('wachtwoord',),
    'webhookofficecom': ('webhookofficecom',),
    'wget': ('wget',),
    'xox': ('xox',),
    'ya29': ('ya29',),
    'zip': ('zip',),
    '{aes}': ('{aes}',),
    '{xor}': ('{xor}',),
}

LEFT_OF_SLIPS: tuple[Any, ...] = ('pass', 'sword', 'pwd', 'ldapp', 'keyrp', 'initk', 'itkey', 'sslkey', 'sslcr', 'lcryp', 'pasw', 'swrd')

SIMILAR: tuple[Any, ...] = ('ldapadd', 'ldapmod', 'sslkeyda', 'sslkeyr', 'sslkeyti', 'sslrkeyc', 'sslrkeys')

DATA: dict[Any, Any] = {
    'SCYDATA': 'exit',
    'SENDDATA': 'exit',
    'RCVDATA': 'exit',
    'MSGDATA': 'exit',
    'ENVRDATA': 'exit',
    'STARTARG': 'arguments',
    'STARTCMD': 'arguments',
    'STOPARG': 'arguments',
    'STOPCMD': 'arguments',
    'APPLICID': 'arguments',
    'USERDATA': 'arguments',
    'CONNAME': 'address',
}

MARKS_OF_INPUT: tuple[Any, ...] = ('chpasswd', 'runamscred', 'runmqcred', 'runmqicred', 'runmqsc', 'runp11cred', 'stdin', 'sudo')

INPUT: str = '\\b(?:runmqsc\\b(?:\\\\\\r?\\n|.){0,500}?\\s-u|chpasswd\\b|passwd[ \\t]+--stdin|sudo[ \\t]+-S|runmqicred\\b|runamscred\\b|runmqcred\\b|runp11cred\\b)|--password-stdin'

FORMS: tuple[Any, ...] = (
    ('://(?:[^\\s/:@\'"]{0,200}:([^\\s/]{1,200})|([^\\s/:@\'"]{16,200}))@', ('@',), '://'),
    ('(?<![\\w.:-])(?<!//)[\\w.-]{1,60}:(?:([^\\s/:\'"()]{1,200})@[\\w.-]{1,200}[(:]\\d|((?=[a-z.]{0,99}[^a-z.])[^\\s/:\'"()]{4,200})@\\w)', ('@',), ':'),
    ('(?:\\bsqlplus(?:[ \\t]+-\\w+){0,9}[ \\t]+|\\bconnect[ \\t]+|thin:)["\']?[\\w.-]{1,60}/([^\\s@/]{1,200})@', ('@',), '/'),
    ('(?<![\\w-])(eyJ[\\w-]{5,}\\.[\\w-]{5,}(?:\\.[\\w-]*)*)', ('eyj',), ''),
    ('\\bauthorization["\']?[ \\t]*[:=][ \\t]*["\']?(?:(?:bearer|basic|digest|negotiate|apikey|token)[ \\t]+([^\\s"\']{4,})|((?=[a-z]{0,99}[^a-z\\s"\'])[^\\s"\']{8,}))', ('authorization"', "authorization'", 'authorization:', 'authorization='), ''),
    ('\\b(?:bearer|basic)[ \\t]+((?=[a-z._~+/=-]{0,99}\\d)[\\w.~+/=-]{12,})', ('basic', 'bearer'), ''),
    ('(?<![\\w-])((?-i:A[KS]IA[0-9A-Z]{16}(?!\\w)|gl(?:agent|cbt|dt|ft|oas|pat|ptt|rt|soat)-[\\w-]{16,}|xox[a-z]-[\\w-]{10,}|AIza[\\w-]{20,}|ya29\\.[\\w-]{10,}|sk[-_](?:ant|live|proj|test)[-_][\\w-]{16,}|npm_\\w{20,}|pypi-[\\w-]{16,}|hv[bsr]\\.[\\w-]{20,}|dckr_pat_[\\w-]{16,}|AGE-SECRET-KEY-\\w+))', ('aiza', 'akia', 'asia', 'dckrpat', 'glagent', 'glcbt', 'gldt', 'glft', 'gloas', 'glpat', 'glptt', 'glrt', 'glsoat', 'hvb', 'hvr', 'hvs', 'pypi', 'skant', 'sklive', 'skproj', 'sktest', 'token', 'xox', 'ya29'), ''),
    ('(?<![\\w-])((?-i:gh[opsur]_\\w{16,}|github_pat_\\w{16,}))', ('gho', 'ghp', 'ghr', 'ghs', 'ghu', 'githubpat'), '_'),
    ('[?&;"\']sig=([^&\\s\'"]+)', ('sig=',), ''),
    ('((?-i:LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM))[\\w+/=]+)', ('ls0tls1',), ''),
    ('\\{(?:xor|aes)\\}([\\w+/=]+)', ('{aes}', '{xor}'), ''),
    ('GSK_PKCS11=[^;\\n]{0,300};[^;\\n]{0,300};([^;\\n\'"]{1,300})', ('gskpkcs11',), ''),
    ('\\b(?:securityUtility[ \\t]+encode(?:[ \\t]+--?[\\w=]{1,60}){0,9}|htpasswd(?:[ \\t]+-\\w{1,9}){1,9}[ \\t]+\\S{1,200}[ \\t]+\\S{1,200})[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('htpas', 'securityutility'), ''),
    ('\\bConvertTo-SecureString[ \\t]+(?:-String[ \\t]+)?(?!\\$?\\()(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)|\\bPSCredential[ \\t]*\\(?[ \\t]*[^,\\n]{1,100},[ \\t]*(["\'][^"\'\\n]+["\'])', ('credential', 'securestring'), ''),
    ('\\bnet1?[ \\t]+user[ \\t]+\\S{1,100}[ \\t]+(?![/*])(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)|\\bnet[ \\t]+use[ \\t]+\\S{1,200}[ \\t]+(?![/*\\\\])(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)|\\bschtasks\\b.{0,300}?[ \\t]/rp[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('net1user', 'netuse', 'schtasks'), ''),
    ('\\b(?:create|alter)[ \\t]+user[ \\t]+\\S{1,60}[ \\t]+identified[ \\t]+by[ \\t]+(?:values[ \\t]+)?(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('identifiedby',), ''),
    ('\\bconnect[ \\t]+to[ \\t]+\\S{1,60}[ \\t]+user[ \\t]+\\S{1,60}[ \\t]+using[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('connectto',), 'using'),
    ('\\bsqlplus(?:[ \\t]+-\\w+){0,9}[ \\t]+[\\w.-]{1,60}/([^\\s@/]{1,200})(?!\\S)', ('sqlplus',), ''),
    ('\\blogin[ \\t]+\\S{1,100}[ \\t]+password[ \\t]+((?=[a-z]{0,99}[^a-z\\s.,:;)])\\S+)', ('login',), 'password'),
    ('\\bvalue["\']?[ \\t]*[:=][ \\t]*["\']?([^\\s"\',]{1,200})["\']?[ \\t,]{1,9}["\']?(?:name|key)["\']?[ \\t]*[:=][ \\t]*["\']?[\\w.-]{0,60}(?:password|passwd|pwd)\\b', ('pass', 'pw'), 'value'),
    ("\\bPHRASE\\('([^'\\n]+)'\\)", ("phrase('",), ''),
    ('(?<![a-z-])_?auth["\']?[ \\t]*[:=][ \\t]*["\']?((?=[a-z]{0,99}[\\d+/=])[\\w+/=]{12,})', ('auth":', 'auth:', 'auth='), ''),
    ('\\bvault[ \\t]+(?:login[ \\t]+((?=[a-z]{0,99}[^a-z\\s.,:;=)])[\\w.-]{1,200})(?!\\S)|kv[ \\t]+(?:put|patch)\\b.{0,200}?[ \\t][\\w-]{1,60}=(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+))', ('vaultkv', 'vaultlog'), ''),
    ('(?!)', ('data:', 'stringdata'), ''),
    ('\\bsecret\\b.{0,300}?--from-literal[ \\t=]["\']?[\\w.-]{1,100}=(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('fromliteral',), ''),
    ('(?:hooks\\.slack\\.com/services|webhook\\.office\\.com/webhookb2)/([^\\s"\'<>]+)', ('hooksslackcom', 'webhookofficecom'), ''),
    ('\\bsetmqweb\\b.{0,200}?-k[ \\t]+\\w{0,60}(?:password|pwd|secret)\\w{0,60}[ \\t]+-v[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('setmqweb',), ''),
    ('\\bmqsi(?:setdbparms|credentials)\\b.{0,300}?\\s(?-i:-p)[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('credential', 'mqsisetdbparms'), ''),
    ('\\b(?:(?:sqlcmd|bcp)\\b.{0,300}?\\s(?-i:-P)|redis-cli\\b.{0,200}?\\s-a|openssl[ \\t]+enc\\b.{0,300}?\\s(?-i:-k)|ssh-keygen\\b.{0,200}?\\s(?-i:-[NP])|psexec\\w{0,4}\\b.{0,200}?\\s-p)[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('bcp', 'opensslenc', 'psexec', 'rediscli', 'sqlcmd', 'sshkeygen'), ''),
    ('\\bsshpass\\b.{0,100}?\\s-p[ \\t]*(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('sshpas',), ''),
    ('\\b(?:mysql|mariadb)\\w{0,20}\\b.{0,300}?\\s(?-i:-p)[ \\t]*(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('mariadb', 'mysql'), ''),
    ('\\b(?:curl|wget)\\b.{0,300}?\\s(?:-u|--user|--proxy-user|--auth|-a)[ \\t=]*["\']?[^\\s:"\']{0,100}:([^\\s"\']+)', ('curl', 'wget'), ''),
    ('\\b(?:docker|podman|oc|az|buildah|skopeo|cloudctl|ibmcloud|helm)(?:[ \\t]+\\S{1,40}){0,3}?[ \\t]+login\\b.{0,200}?\\s-p[ \\t=]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('login',), '-p'),
    ('\\b(?:ids)?ldap[a-z]{3,12}\\b.{0,300}?\\s(?-i:-w)[ \\t]*(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('appas', 'ldapadd', 'ldapcha', 'ldapcom', 'ldapdel', 'ldapdif', 'ldapexop', 'ldapmod', 'ldapsea', 'ldapurl', 'pw'), '-w'),
    ('\\b(?:setmqxacred|runmqakm|runmqckm|runmqktool|g?skcapicmd\\w{0,9}|gsk\\dcapicmd\\w{0,9}|ikeycmd)\\b.{0,300}?\\s-p[ \\t]+(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('capicmd', 'ikeycmd', 'runmqakm', 'runmqckm', 'runmqktool', 'setmqxacred'), ''),
    ('(?<![\\w.])(?:un)?zip\\b.{0,200}?\\s(?-i:-P)[ \\t]*(\'\'[^\'\\n]++\'?\'?|"[^"\\n]++"?|\'[^\'\\n]++\'?|(?!-)[^\\s;|"\'<>)]+)', ('zip',), ''),
)
