import { ApiError } from '../platform/http/api-error.ts'

export const requireUncommonPassword = (password: string) => {
  if (commonPasswords.has(password.toLowerCase())) throw new ApiError('password-too-common')
}

/** Common passwords of at least 8 characters. In lower case, because capital letters don't make them rare. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password2 password3 password12 password123 password1234 password12345 password123456 password! password1!
  password123! password2020 password2021 password2022 password2023 password2024 password2025 password2026 password@123 password@1
  passw0rd passw0rd1 passw0rd! p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pa$$w0rd pa$$word
  passwort passwort1 motdepasse contraseña mypassword thepassword newpassword nopassword letmein1 letmein123 letmeinnow
  12345678 123456789 1234567890 12345678910 123456789a 1234567891 123456781 123456780 0123456789 012345678 123123123 123123123a
  11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888
  888888888 99999999 999999999 12121212 12341234 123412345 11223344 1122334455 112233445566 87654321 987654321 9876543210
  123654789 147258369 159753159 789456123 741852963 963852741 10203040 13131313 19191919 20202020 12344321 123321123 1234abcd
  12345abc 12345qwert 1234qwer 12345678a 123456abc 123456aa 123456qwerty 123qweasd 123qwe123 123qweasdzxc 123abc123 123456789q
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx zaq1zaq1 zaq1xsw2
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty11 qwerty00 qwerty123! qwertyqwerty
  qwertz123 qwertzuiop azertyui azertyuiop azerty123 asdfghjk asdfghjkl asdfasdf asdf1234 asdfqwer asdfgh123 asdqwe123 qweasdzxc
  qweasd123 qweqweqwe qazwsxedc qazwsx123 qazxswedc zxcvbnm1 zxcvbnm123 zxcvbnm, zxczxczxc zxcasdqwe zaqwsxcde
  aaaaaaaa aaaaaaaaa aaaaaaaaaa abcdefgh abcdefghi abcd1234 abcdef123 abc12345 abc123456 abc123abc abcabcabc a1234567 a12345678
  a123456789 aa123456 aa12345678 aaa111222 a1b2c3d4 a1b2c3d4e5 asd123456 zxc123456 qwe123456 q123456789 test1234 test12345 testtest
  testing1 testing123 temp1234 changeme changeme1 changeme123 changeit welcome1 welcome12 welcome123 welcome1! welcome2024 welcome2025
  iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod iloveu123 loveyou1 lovelove lovely123 sunshine sunshine1 princess princess1 football
  football1 baseball baseball1 basketball softball volleyball superman superman1 batman123 spiderman starwars starwars1 pokemon1
  pokemon123 michael1 jennifer jennifer1 jessica1 jordan23 michelle charlie1 danielle samantha victoria alexander christian elizabeth
  computer computer1 internet internet1 facebook facebook1 linkedin google123 samsung1 samsung123 whatever whatever1 trustno1 master123
  mustang1 corvette mercedes ferrari1 liverpool liverpool1 chelsea1 arsenal1 barcelona juventus realmadrid manchester
  dragon123 monkey123 shadow123 killer123 hello123 hello1234 hellohello goodluck freedom1 blessed1 jesus123 jesuschrist godisgood
  babygirl babygirl1 babyboy1 angel123 butterfly butterfly1 chocolate chocolate1 cheesecake strawberry watermelon pineapple
  cocacola snowball midnight november december september february saturday summer2023 summer2024 summer2025 winter2024 winter2025
  spring2024 spring2025 autumn2024 administrator admin123 admin1234 admin12345 admin123456 admin@123 adminadmin root1234 rootroot
  guest123 user1234 username default1 secret123 secretpassword access14 maverick metallica slipknot nintendo playstation minecraft
  minecraft1 fortnite fortnite1 counterstrike bitcoin1 bitcoin123 bitcoin2024 bitcoinbitcoin satoshi1 satoshinakamoto tothemoon
  blockchain cryptocurrency crypto123 lightning1 merchant merchant1 merchant123 partner1 partner123 bitquay1 bitquay123 bitquaybitquay
  correcthorse correcthorsebatterystaple 1password 1password1 nothing1 nothing123 unknown1 biteme123 fuckyou1 fuckyou123 fuckyou2 asshole1
  pussycat lalalala blahblah 1234567a 1234567q 12qwaszx 1a2b3c4d 3rjs1la7qe d1lakiss g_czechout gfhjkm123 zing1234`.split(
    /\s+/,
  ),
)
